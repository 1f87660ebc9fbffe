#include "CSimdJSON.h"
#include <simdjson.h>
int span_simdjson_version(void) { return simdjson::SIMDJSON_VERSION_MAJOR; }
