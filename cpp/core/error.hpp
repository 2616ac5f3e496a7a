// What is thrown at text from outside. Form: "<where>: <what is wrong, value quoted>; <what is
// accepted>", lower case, no full stop. Each becomes a ValueError of the same name in Python.
#pragma once

#include <stdexcept>

namespace moonflower {

class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class ParseError : public Error {  // a move, position, view or specification that cannot be read
    using Error::Error;
};
class IllegalMoveError : public Error {  // readable, but not allowed here
    using Error::Error;
};
class OptionError : public Error {  // an option, a value or a combination no game has
    using Error::Error;
};
class UnknownGameError : public Error {
    using Error::Error;
};
class TooLargeError : public Error {  // beyond a limit; the text says how large and what fits
    using Error::Error;
};

}  // namespace moonflower
