"""A reading list and the programme become a plan: by city, day and session, and as a calendar."""
