#pragma once

/// What jemalloc reads when the process starts.
extern const char *malloc_conf;
