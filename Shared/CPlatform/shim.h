#ifdef __linux__
#include <sys/eventfd.h>
#endif
