// Shifts the wall clock of a process by the seconds in the file VOKOL_CLOCK; preloaded into a test instance.
// The calendar of every run is then the same one, and so are timetables, forecasts and the texts of the screens.
// A test that changes the file lets time pass for all processes at once.
// libfaketime cannot be used: it moves the environment, and Swift finds a program's arguments beside it.
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t none = 0;
static const volatile int64_t *offset = &none;

__attribute__((constructor)) static void map_offset(void) {
    const char *path = getenv("VOKOL_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) offset = mapped;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *offset;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec exact;
    int result = clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return result;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
