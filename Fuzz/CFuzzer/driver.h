#pragma once

#include <stddef.h>
#include <stdint.h>

// The loop of libFuzzer, for programs with a main of their own (compiler-rt, fuzzer/FuzzerInterface.h).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));
