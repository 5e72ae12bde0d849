// The museums are compiled from C, because SwiftPM's own ways do not fit: a copied resource links all of Foundation into
// the program, and an embedded one becomes a Swift array literal with half a million numbers.
#include "museum_catalogue.h"

// #embed belongs to C23, but Clang accepts it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char belarus[] = {
#embed "belarus.jsonl"
};
static const unsigned char world[] = {
#embed "world.jsonl"
};

static const museum_catalogue_file files[] = {
    {"belarus.jsonl", belarus, sizeof belarus},
    {"world.jsonl", world, sizeof world},
};

const museum_catalogue_file *museum_catalogue_file_at(size_t index) {
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
