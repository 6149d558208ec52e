/* A disk on which no room is left.
 *
 * Preloaded into a Postgres server. While a file named by FULL_DISK exists, nothing can be written beyond the present
 * end of a file of a database, as on a tablespace that is full; what lies within can still be written, and so can the
 * log of changes, which has a disk of its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Whether there is no room for the file to reach as far as `end`. */
static int is_full(int file, off_t end)
{
    const char *full = getenv("FULL_DISK");
    char link[64], path[PATH_MAX];
    struct stat status;

    if (full == NULL || access(full, F_OK) != 0)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = '\0';
    return strstr(path, "/base/") != NULL && fstat(file, &status) == 0 && end > status.st_size;
}

static off_t length_of(const struct iovec *parts, int count)
{
    off_t sum = 0;
    for (int at = 0; at < count; at++)
        sum += parts[at].iov_len;
    return sum;
}

#define REFUSED_WHEN_FULL(file, end) \
    if (is_full(file, end)) { \
        errno = ENOSPC; \
        return -1; \
    }

#define WRITES(call, offset) \
    ssize_t call(int file, const void *data, size_t size, offset at) \
    { \
        REFUSED_WHEN_FULL(file, at + (off_t)size) \
        return ((ssize_t (*)(int, const void *, size_t, offset))dlsym(RTLD_NEXT, #call))(file, data, size, at); \
    }

#define WRITES_PARTS(call, offset) \
    ssize_t call(int file, const struct iovec *parts, int count, offset at) \
    { \
        REFUSED_WHEN_FULL(file, at + length_of(parts, count)) \
        return ((ssize_t (*)(int, const struct iovec *, int, offset))dlsym(RTLD_NEXT, #call))(file, parts, count, at); \
    }

#define RESERVES(call, offset) \
    int call(int file, offset at, offset size) \
    { \
        if (is_full(file, at + size)) \
            return ENOSPC; \
        return ((int (*)(int, offset, offset))dlsym(RTLD_NEXT, #call))(file, at, size); \
    }

WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)
WRITES_PARTS(pwritev, off_t)
WRITES_PARTS(pwritev64, off64_t)
RESERVES(posix_fallocate, off_t)
RESERVES(posix_fallocate64, off64_t)
