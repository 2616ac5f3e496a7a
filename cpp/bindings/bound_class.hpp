// A Python class whose fields, properties and functions cost little to compile. pybind11 makes the
// code that unpacks arguments anew for each type of callable, and each lambda is a type of its own;
// here it is made once for all fields and properties, and once for all functions of one signature.
#pragma once

#include <pybind11/pybind11.h>

#include <type_traits>
#include <utility>

namespace moonflower {

// A field or a property with its types hidden: what is called, and the function that knows how.
class AnyProperty {
public:
    using Object = pybind11::object;
    using Handle = pybind11::handle;

    template <class T, class Field>
    [[nodiscard]] static pybind11::cpp_function reader(Field T::* field) {
        return wrap(
            [](Handle self, Target target) {
                return pybind11::cast(owner<T>(self).*reinterpret_cast<Field T::*>(target.field),
                                      pybind11::return_value_policy::reference_internal, self);
            },
            {.field = reinterpret_cast<AnyField>(field)});
    }
    template <class T, class Field>
    [[nodiscard]] static pybind11::cpp_function writer(Field T::* field) {
        return wrap(
            [](Handle self, Handle value, Target target) {
                pybind11::detail::make_caster<Field> caster;
                if (!caster.load(value, true)) throw pybind11::reference_cast_error();
                owner<T>(self).*reinterpret_cast<Field T::*>(target.field) =
                    pybind11::detail::cast_op<Field>(std::move(caster));
            },
            {.field = reinterpret_cast<AnyField>(field)});
    }
    template <class T, class Value>
    [[nodiscard]] static pybind11::cpp_function getter(Value (*function)(const T&)) {
        return wrap(
            [](Handle self, Target target) {
                return pybind11::cast(
                    reinterpret_cast<Value (*)(const T&)>(target.function)(owner<T>(self)));
            },
            {.function = reinterpret_cast<AnyFunction>(function)});
    }

private:
    struct AnyClass;
    using AnyField = char AnyClass::*;
    using AnyFunction = void (*)();
    union Target {
        AnyField field;
        AnyFunction function;
    };
    // What pybind11 does with the first argument of a function: TypeError for another object.
    template <class T>
    [[nodiscard]] static T& owner(Handle self) {
        pybind11::detail::make_caster<T> caster;
        if (!caster.load(self, false)) throw pybind11::reference_cast_error();
        return pybind11::detail::cast_op<T&>(caster);
    }

    using Read = Object (*)(Handle self, Target target);
    using Write = void (*)(Handle self, Handle value, Target target);

    [[nodiscard]] static pybind11::cpp_function wrap(Read read, Target target) {
        return pybind11::cpp_function([read, target](Handle self) { return read(self, target); });
    }
    [[nodiscard]] static pybind11::cpp_function wrap(Write write, Target target) {
        return pybind11::cpp_function(
            [write, target](Handle self, Handle value) { write(self, value, target); });
    }
};

template <class T>
class BoundClass : public pybind11::class_<T> {
    using Base = pybind11::class_<T>;

public:
    using Base::Base;

    template <class First, class... Rest>
    BoundClass& def(First&& first, Rest&&... rest) {
        if constexpr (std::is_convertible_v<First, const char*>)
            add(first, std::forward<Rest>(rest)...);
        else  // a constructor, pickling
            Base::def(std::forward<First>(first), std::forward<Rest>(rest)...);
        return *this;
    }
    template <class Function, class... Extra>
    BoundClass& def_static(const char* name, Function function, const Extra&... extra) {
        Base::def_static(name, +function, extra...);
        return *this;
    }
    template <class Getter>
    BoundClass& def_property_readonly(const char* name, Getter getter) {
        if constexpr (requires { AnyProperty::getter<T>(+getter); })
            Base::def_property_readonly(name, AnyProperty::getter<T>(+getter));
        else
            Base::def_property_readonly(name, getter);
        return *this;
    }
    template <class Getter, class Setter>
    BoundClass& def_property(const char* name, Getter getter, Setter setter) {
        Base::def_property(name, getter, setter);
        return *this;
    }
    template <class Owner, class Field>
    BoundClass& def_readonly(const char* name, Field Owner::* field) {
        Base::def_property_readonly(name, AnyProperty::reader(field));
        return *this;
    }
    template <class Owner, class Field>
    BoundClass& def_readwrite(const char* name, Field Owner::* field) {
        Base::def_property(name, AnyProperty::reader(field), AnyProperty::writer(field));
        return *this;
    }

private:
    template <class Function, class... Extra>
    void add(const char* name, Function function, const Extra&... extra) {
        if constexpr (requires { +function; })
            Base::def(name, +function, extra...);
        else  // of a member, or with something captured
            Base::def(name, function, extra...);
    }
};

}  // namespace moonflower
