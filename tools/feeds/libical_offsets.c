/* Offsets of time zones as libical reads them from VTIMEZONE. Lines of standard input: "zone <file>" reads a component,
 * then every number is an instant in seconds since 1970, whose offset in seconds is printed. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static icaltimezone *zone_in(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        exit(2);
    static char text[1 << 20];
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    icalcomponent *calendar = icalparser_parse_string(text);
    icalcomponent *component = icalcomponent_get_first_component(calendar, ICAL_VTIMEZONE_COMPONENT);
    icaltimezone *zone = icaltimezone_new();
    if (!icaltimezone_set_component(zone, icalcomponent_new_clone(component)))
        exit(3);
    return zone;
}

int main(void)
{
    char line[4096];
    icaltimezone *zone = NULL;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "zone ", 5) == 0) {
            zone = zone_in(line + 5);
            continue;
        }
        struct icaltimetype time = icaltime_from_timet_with_zone((time_t)atol(line), 0, icaltimezone_get_utc_timezone());
        int is_daylight;
        printf("%d\n", icaltimezone_get_utc_offset_of_utc_time(zone, &time, &is_daylight));
    }
    return 0;
}
