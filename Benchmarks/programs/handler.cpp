// The C++ peer without its server, for callgrind to count in.    handler FILE
//
// Parses and answers the body in FILE; prints how often each was done inside counted_parse and counted_answer.

#include "answer.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

static simdjson::dom::parser parser;
static std::string body;
static size_t length;

extern "C" __attribute__((noinline)) void counted_parse(int times) {
  for (int i = 0; i < times; i++) length += parser.parse(body).error();
}

extern "C" __attribute__((noinline)) void counted_answer(int times) {
  for (int i = 0; i < times; i++) length += answer(read_request(parser.parse(body))).size();
}

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  std::ifstream file(argv[1], std::ios::binary);
  body.assign(std::istreambuf_iterator<char>(file), {});
  body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
  constexpr int repetitions = 20;
  // The first one takes the memory that the others find.
  answer(read_request(parser.parse(body)));
  counted_parse(repetitions);
  counted_answer(repetitions);
  std::cout << repetitions << '\n';
  return length == 0;
}
