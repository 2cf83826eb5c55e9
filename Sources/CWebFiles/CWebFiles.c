#include "CWebFiles.h"

// The compiler compiles this file again when one of these changes: it notes each that it is asked about.
#if !__has_include("alarms.js") || \
    !__has_include("api.js") || \
    !__has_include("app.js") || \
    !__has_include("clock.js") || \
    !__has_include("face.js") || \
    !__has_include("forms.js") || \
    !__has_include("icon.svg") || \
    !__has_include("index.html") || \
    !__has_include("noise.js") || \
    !__has_include("pairing.js") || \
    !__has_include("ringing.js") || \
    !__has_include("settings.js") || \
    !__has_include("setup.js") || \
    !__has_include("sounds.svg") || \
    !__has_include("store.js") || \
    !__has_include("style.css") || \
    !__has_include("ui.js") || \
    !__has_include("welcome.js") || \
    !__has_include("words.js") || \
    !__has_include("reply-examples.json")
#error "a file of noiseclock-web is missing"
#endif

// Each with a name for the assembler, which finds it where the compiler looks for headers.
#define PAGE_FILES(FILE) \
    FILE(alarms, "alarms.js") \
    FILE(api, "api.js") \
    FILE(app, "app.js") \
    FILE(clock, "clock.js") \
    FILE(face, "face.js") \
    FILE(forms, "forms.js") \
    FILE(icon, "icon.svg") \
    FILE(index, "index.html") \
    FILE(noise, "noise.js") \
    FILE(pairing, "pairing.js") \
    FILE(ringing, "ringing.js") \
    FILE(settings, "settings.js") \
    FILE(setup, "setup.js") \
    FILE(sounds, "sounds.svg") \
    FILE(store, "store.js") \
    FILE(style, "style.css") \
    FILE(ui, "ui.js") \
    FILE(welcome, "welcome.js") \
    FILE(words, "words.js")

#define EMBED(label, name)                                                                            \
    __asm__(".pushsection .rodata\n"                                                                  \
            "noiseclock_file_" #label ": .incbin \"" name "\"\n"                                        \
            "noiseclock_file_" #label "_end: .popsection\n");                                          \
    extern const unsigned char noiseclock_file_##label[] __attribute__((visibility("hidden")));       \
    extern const unsigned char noiseclock_file_##label##_end[] __attribute__((visibility("hidden")));

#define ENTRY(label, name)                                                                            \
    {name, noiseclock_file_##label, (size_t)(noiseclock_file_##label##_end - noiseclock_file_##label)},

#define ONE(label, name) +1

PAGE_FILES(EMBED)
EMBED(examples, "reply-examples.json")

size_t noiseclock_page_file_count(void) { return 0 PAGE_FILES(ONE); }

struct noiseclock_web_file noiseclock_page_file(size_t index) {
    const struct noiseclock_web_file files[] = {PAGE_FILES(ENTRY)};
    return files[index];
}

struct noiseclock_web_file noiseclock_reply_examples(void) {
    const struct noiseclock_web_file files[] = {ENTRY(examples, "reply-examples.json")};
    return files[0];
}
