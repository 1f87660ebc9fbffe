#pragma once

#include <sqlite3.h>

// What Swift cannot call or name: a variadic function, and the destructor that is a cast of -1.

static inline int span_sqlite3_set_flag(sqlite3 *database, int flag, int on) {
  return sqlite3_db_config(database, flag, on, (int *)0);
}

static inline int span_sqlite3_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT);
}

static inline int span_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
