// Preloaded into the service (LD_PRELOAD): writes every change below $RECORD_FOLDER to $RECORD_FILE, in the order in which the
// kernel did them. A sync is recorded at its begin and at its end: only what was written before the begin is durable at the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// The names of recording.ts, in the same order.
enum kind { WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, CREATE, RENAME, UNLINK, MKDIR };

struct header {
  uint64_t ns;
  // Of a write; the new size of a truncate; the number of the begin for the end of a sync.
  uint64_t offset;
  uint32_t kind;
  uint32_t path_length;
  uint32_t data_length;
  uint32_t unused;
};

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folder_length;
static int output = -1;
static uint64_t records;

#define REAL(result, name, ...) \
  static result (*real_##name)(__VA_ARGS__); \
  if (!real_##name) real_##name = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  folder = getenv("RECORD_FOLDER");
  const char *file = getenv("RECORD_FILE");
  if (!folder || !file) return;
  folder_length = strlen(folder);
  output = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_inside(const char *path) {
  return output >= 0 && path && strncmp(path, folder, folder_length) == 0 &&
         (path[folder_length] == '/' || path[folder_length] == 0);
}

static int path_of(int fd, char *path) {
  char link[64];
  if (output < 0 || fd == output) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_inside(path);
}

// Under the lock. Returns the number of the record.
static uint64_t record(enum kind kind, const char *path, uint64_t offset, const struct iovec *data, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct header header = {now.tv_sec * 1000000000ull + now.tv_nsec, offset, kind, strlen(path), 0, 0};
  struct iovec parts[2 + count];
  for (int at = 0; at < count; at++) {
    parts[2 + at] = data[at];
    header.data_length += data[at].iov_len;
  }
  parts[0] = (struct iovec){&header, sizeof header};
  parts[1] = (struct iovec){(void *)path, header.path_length};
  ssize_t total = sizeof header + header.path_length + header.data_length;
  if (real_writev(output, parts, 2 + count) != total) abort();
  return records++;
}

static void record_text(enum kind kind, const char *path, const char *text) {
  struct iovec data = {(void *)text, text ? strlen(text) : 0};
  record(kind, path, 0, &data, text ? 1 : 0);
}

static void record_write(const char *path, off_t offset, const struct iovec *parts, int count, ssize_t written) {
  if (written <= 0) return;
  struct iovec done[count];
  int used = 0;
  for (ssize_t left = written; left > 0 && used < count; used++) {
    done[used] = parts[used];
    if ((ssize_t)done[used].iov_len > left) done[used].iov_len = left;
    left -= done[used].iov_len;
  }
  record(WRITE, path, offset, done, used);
}

// The real call and its record are one step: no other change comes between them.
#define RECORDED_WRITE(call, parts, count, start) \
  char path[PATH_MAX]; \
  if (!path_of(fd, path)) return call; \
  pthread_mutex_lock(&order); \
  ssize_t written = call; \
  record_write(path, start, parts, count, written); \
  pthread_mutex_unlock(&order); \
  return written

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t);
  struct iovec part = {(void *)bytes, size};
  RECORDED_WRITE(real_write(fd, bytes, size), &part, 1, lseek(fd, 0, SEEK_CUR) - written);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  RECORDED_WRITE(real_writev(fd, parts, count), parts, count, lseek(fd, 0, SEEK_CUR) - written);
}

#define PWRITE(name, type) \
  ssize_t name(int fd, const void *bytes, size_t size, type offset) { \
    REAL(ssize_t, name, int, const void *, size_t, type); \
    struct iovec part = {(void *)bytes, size}; \
    RECORDED_WRITE(real_##name(fd, bytes, size, offset), &part, 1, offset); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define PWRITEV(name, type) \
  ssize_t name(int fd, const struct iovec *parts, int count, type offset) { \
    REAL(ssize_t, name, int, const struct iovec *, int, type); \
    RECORDED_WRITE(real_##name(fd, parts, count, offset), parts, count, offset); \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

#define FTRUNCATE(name, type) \
  int name(int fd, type size) { \
    REAL(int, name, int, type); \
    char path[PATH_MAX]; \
    if (!path_of(fd, path)) return real_##name(fd, size); \
    pthread_mutex_lock(&order); \
    int result = real_##name(fd, size); \
    if (result == 0) record(TRUNCATE, path, size, NULL, 0); \
    pthread_mutex_unlock(&order); \
    return result; \
  }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

// Others may write meanwhile.
#define SYNC(name) \
  int name(int fd) { \
    REAL(int, name, int); \
    char path[PATH_MAX]; \
    if (!path_of(fd, path)) return real_##name(fd); \
    pthread_mutex_lock(&order); \
    uint64_t begun = record(SYNC_BEGIN, path, 0, NULL, 0); \
    pthread_mutex_unlock(&order); \
    int result = real_##name(fd); \
    pthread_mutex_lock(&order); \
    if (result == 0) record(SYNC_END, path, begun, NULL, 0); \
    pthread_mutex_unlock(&order); \
    return result; \
  }
SYNC(fsync)
SYNC(fdatasync)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    if (!is_inside(path) || !(flags & (O_CREAT | O_TRUNC))) return real_##name(path, flags, mode); \
    pthread_mutex_lock(&order); \
    int existed = access(path, F_OK) == 0; \
    int fd = real_##name(path, flags, mode); \
    if (fd >= 0 && !existed) record(CREATE, path, 0, NULL, 0); \
    if (fd >= 0 && existed && (flags & O_TRUNC)) record(TRUNCATE, path, 0, NULL, 0); \
    pthread_mutex_unlock(&order); \
    return fd; \
  }
OPEN(open)
OPEN(open64)

#define NAMED(signature, call, kind, path, text) \
  signature { \
    if (!is_inside(path)) return call; \
    pthread_mutex_lock(&order); \
    int result = call; \
    if (result == 0) record_text(kind, path, text); \
    pthread_mutex_unlock(&order); \
    return result; \
  }

static int do_rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  return real_rename(from, to);
}
static int do_unlink(const char *path) {
  REAL(int, unlink, const char *);
  return real_unlink(path);
}
static int do_mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  return real_mkdir(path, mode);
}
NAMED(int rename(const char *from, const char *to), do_rename(from, to), RENAME, from, to)
NAMED(int unlink(const char *path), do_unlink(path), UNLINK, path, NULL)
NAMED(int mkdir(const char *path, mode_t mode), do_mkdir(path, mode), MKDIR, path, NULL)
