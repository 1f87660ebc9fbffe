#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int span_simdjson_version(void);
#ifdef __cplusplus
}
#endif
