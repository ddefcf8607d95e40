"""Games that are kept: journals, their replay, their folder, and the library of sheets.

Every answer is durable before anybody is shown what it led to.
"""
