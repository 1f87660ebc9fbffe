// The JSON text of an answer.
#pragma once

#include "request.hpp"

#include <string>

std::string answer(const Request &request);
