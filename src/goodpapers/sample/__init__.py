"""The bundled sample programme: facts of 19 papers, with synopses and sentences of our own."""
