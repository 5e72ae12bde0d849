#ifndef MUSEUM_CATALOGUE_H
#define MUSEUM_CATALOGUE_H

#include <stddef.h>

/// A file of the bundled catalogue: one JSON object per line.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} museum_catalogue_file;

/// Returns the file at an index from 0 on; null after the last one.
const museum_catalogue_file *museum_catalogue_file_at(size_t index);

#endif
