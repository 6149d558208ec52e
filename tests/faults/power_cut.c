/* A disk that loses what it was not told to keep.
 *
 * Preloaded into a process that writes an SQLite database. Whenever the process has synced a database file or its log,
 * that file as it is now is copied into the folder named by POWER_CUT_KEPT: the copies are what would be left after the
 * power went. A copy is whole because the one thread that writes the files is the one that waits in here, and because
 * it takes its place by a rename.
 *
 * While a file named by POWER_CUT_BROKEN exists, syncing fails as on a broken disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void give_up(const char *what)
{
    perror(what);
    abort();
}

/* The name of the open file if it is one of the database's; NULL otherwise. */
static const char *database_file(int file, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0)
        return NULL;
    path[length] = '\0';
    if (!ends_with(path, ".db") && !ends_with(path, ".db-wal"))
        return NULL;
    return strrchr(path, '/') + 1;
}

/* Copies what lies behind the descriptor: to open and close the file anew would drop SQLite's locks on it. */
static void keep(int from, const char *name)
{
    const char *folder = getenv("POWER_CUT_KEPT");
    char kept[PATH_MAX], fresh[PATH_MAX];
    struct stat status;

    if (folder == NULL)
        return;
    if (snprintf(kept, sizeof kept, "%s/%s", folder, name) >= (int)sizeof kept ||
        snprintf(fresh, sizeof fresh, "%s/%s.fresh", folder, name) >= (int)sizeof fresh)
        give_up("the folder's name is too long");
    int to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (to < 0 || fstat(from, &status) < 0)
        give_up("cannot copy");
    for (off_t at = 0; at < status.st_size;)
        if (sendfile(to, from, &at, status.st_size - at) <= 0)
            give_up("cannot copy");
    if (close(to) < 0 || rename(fresh, kept) < 0)
        give_up("cannot keep the copy");
}

static int synced(const char *call, int file)
{
    char path[PATH_MAX];
    const char *name = database_file(file, path);
    const char *broken = getenv("POWER_CUT_BROKEN");
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);

    if (name != NULL && broken != NULL && access(broken, F_OK) == 0) {
        errno = EIO;
        return -1;
    }
    int result = real(file);
    if (result == 0 && name != NULL)
        keep(file, name);
    return result;
}

int fsync(int file) { return synced("fsync", file); }

int fdatasync(int file) { return synced("fdatasync", file); }
