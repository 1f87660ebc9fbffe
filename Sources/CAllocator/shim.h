#pragma once

// Of the C library, and not in Swift's module of it.
#include <malloc.h>
