"""Where students hand in, and where marks go: Moodle, Canvas, Open edX, spreadsheets, folders.

`collecting` brings their downloads into the course, `marks` and `pages` bring marks and feedback
out. What a platform calls its files and columns stands in the module that has its name, with the
place in the platform's own source or documentation from which it is known.
"""
