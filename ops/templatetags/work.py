from django import template

from jobs.kinds import kind_label

register = template.Library()
register.filter("kind_in_words", kind_label)
