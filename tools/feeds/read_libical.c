/* The events of an iCalendar file as libical reads them: one JSON object per line. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_text(const char *text)
{
    putchar('"');
    for (const unsigned char *at = (const unsigned char *)(text ? text : ""); *at; at++) {
        if (*at == '"' || *at == '\\')
            printf("\\%c", *at);
        else if (*at < 0x20)
            printf("\\u%04x", *at);
        else
            putchar(*at);
    }
    putchar('"');
}

static const char *text_of(icalproperty *property)
{
    icalvalue *value = icalproperty_get_value(property);
    switch (icalvalue_isa(value)) {
    case ICAL_TEXT_VALUE:
        return icalvalue_get_text(value);
    case ICAL_URI_VALUE:
        return icalvalue_get_uri(value);
    case ICAL_CALADDRESS_VALUE:
        return icalvalue_get_caladdress(value);
    default:
        return icalproperty_get_value_as_string(property);
    }
}

static void print_texts(icalcomponent *event, const char *key, icalproperty_kind kind)
{
    const char *separator = "";
    printf(",\"%s\":[", key);
    for (icalproperty *one = icalcomponent_get_first_property(event, kind); one;
         one = icalcomponent_get_next_property(event, kind)) {
        printf("%s", separator);
        print_text(text_of(one));
        separator = ",";
    }
    printf("]");
}

static long epoch(icalcomponent *calendar, icalcomponent *event, icalproperty_kind kind)
{
    icalproperty *property = icalcomponent_get_first_property(event, kind);
    if (!property)
        property = icalcomponent_get_first_property(event, ICAL_DTSTART_PROPERTY);
    struct icaltimetype time = icalvalue_get_datetime(icalproperty_get_value(property));
    icalparameter *tzid = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER);
    icaltimezone *zone = icaltimezone_get_utc_timezone();
    if (tzid)
        zone = icalcomponent_get_timezone(calendar, icalparameter_get_tzid(tzid));
    return (long)icaltime_as_timet_with_zone(time, zone);
}

int main(int count, char **arguments)
{
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file)
        return 2;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        return 2;
    icalcomponent *calendar = icalparser_parse_string(text);
    if (!calendar)
        return 3;
    for (icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT); event;
         event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
        const char *separator = "";
        printf("{\"names\":[");
        for (icalproperty *one = icalcomponent_get_first_property(event, ICAL_ANY_PROPERTY); one;
             one = icalcomponent_get_next_property(event, ICAL_ANY_PROPERTY)) {
            printf("%s", separator);
            print_text(icalproperty_get_property_name(one));
            separator = ",";
        }
        printf("]");
        print_texts(event, "uid", ICAL_UID_PROPERTY);
        print_texts(event, "summary", ICAL_SUMMARY_PROPERTY);
        print_texts(event, "description", ICAL_DESCRIPTION_PROPERTY);
        print_texts(event, "location", ICAL_LOCATION_PROPERTY);
        print_texts(event, "comment", ICAL_COMMENT_PROPERTY);
        print_texts(event, "contact", ICAL_CONTACT_PROPERTY);
        print_texts(event, "categories", ICAL_CATEGORIES_PROPERTY);
        print_texts(event, "url", ICAL_URL_PROPERTY);
        print_texts(event, "conference", ICAL_CONFERENCE_PROPERTY);
        print_texts(event, "organizer", ICAL_ORGANIZER_PROPERTY);
        print_texts(event, "status", ICAL_STATUS_PROPERTY);
        icalproperty *organizer = icalcomponent_get_first_property(event, ICAL_ORGANIZER_PROPERTY);
        icalparameter *cn = organizer ? icalproperty_get_first_parameter(organizer, ICAL_CN_PARAMETER) : NULL;
        printf(",\"cn\":");
        print_text(cn ? icalparameter_get_cn(cn) : "");
        printf(",\"start\":%ld,\"end\":%ld}\n", epoch(calendar, event, ICAL_DTSTART_PROPERTY),
               epoch(calendar, event, ICAL_DTEND_PROPERTY));
    }
    return 0;
}
