"""Framework messages that appear in responses, marked for translation.

The framework lacks some of our languages or translates them partly. Nothing imports these:
marked texts are collected into our catalogues, where the framework's messages are looked
up.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

SENTENCES: Final = (
    _('"{input}" is not a valid choice.'),
    _("A server error occurred."),
    _("A valid integer is required."),
    _("A valid number is required."),
    _("Authentication credentials were not provided."),
    _("Could not satisfy the request Accept header."),
    _("Date has wrong format. Use one of these formats instead: {format}."),
    _("Datetime has wrong format. Use one of these formats instead: {format}."),
    _("Datetime value out of range."),
    _("Ensure this field has at least {min_length} characters."),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} characters."),
    _("Ensure this field has no more than {max_length} elements."),
    _("Ensure this value is greater than or equal to {min_value}."),
    _("Ensure this value is less than or equal to {max_value}."),
    _("Expected a date but got a datetime."),
    _("Expected a datetime but got a date."),
    _('Expected a dictionary of items but got type "{input_type}".'),
    _('Expected a list of items but got type "{input_type}".'),
    _("Incorrect authentication credentials."),
    _("Integer value too large to convert to float"),
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _('Invalid datetime for the timezone "{timezone}".'),
    _("Invalid input."),
    _("Malformed request."),
    _('Method "{method}" not allowed.'),
    _("Must be a valid UUID."),
    _("Must be a valid boolean."),
    _("Not a valid string."),
    _("Not found."),
    _("Request was throttled."),
    _("String value too large."),
    _("This dictionary may not be empty."),
    _("This field may not be blank."),
    _("This field may not be null."),
    _("This list may not be empty."),
    _("This value does not match the required pattern."),
    _("Time has wrong format. Use one of these formats instead: {format}."),
    _('Unsupported media type "{media_type}" in request.'),
    _("Value must be valid JSON."),
    _("You do not have permission to perform this action."),
)
