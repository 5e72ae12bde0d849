// A resource that SwiftPM copies would link all of Foundation into the program, and one that it embeds as a Swift array
// takes minutes to compile.
#include "museum_catalogue.h"

// #embed is of C23; the compiler takes it in every version.
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
