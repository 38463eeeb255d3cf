"""Outsiders: other sites that say who a reader is, and the mail server. HTTP and SMTP live here."""
