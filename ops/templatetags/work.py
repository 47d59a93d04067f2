from django import template

from jobs.kinds import kind_in_words

register = template.Library()
register.filter("kind_in_words", kind_in_words)
