//! Where extensions find the symbols of Python only when they are loaded, the linker must be told (macOS).

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
