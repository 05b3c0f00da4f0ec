// Preloaded (LD_PRELOAD): every sync takes $SYNC_MILLISECONDS longer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_longer(void) {
  const char *given = getenv("SYNC_MILLISECONDS");
  long ms = given ? atol(given) : 0;
  struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

#define SLOWER(name) \
  int name(int file) { \
    static int (*real)(int); \
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name); \
    wait_longer(); \
    return real(file); \
  }

SLOWER(fsync)
SLOWER(fdatasync)
