import ClockCore
import ClockTime

/// What help says of a command about noise, the mix or sounds.
struct SoundHelp {
    /// Behind the command's words.
    var arguments = ""
    var summary: String
    var explanation: String
    var examples: [String]
}

extension CommandName {
    /// Nil of other commands.
    var soundHelp: SoundHelp? { helpOfNoise ?? helpOfMix ?? helpOfSounds }

    private var helpOfNoise: SoundHelp? {
        switch self {
        case .showNoise:
            SoundHelp(
                summary: "what plays, how loud, and what is left of the sleep timer",
                explanation:
                    "Shows the sounds that play, or would, with their volumes, and the sleep timer.",
                examples: ["noise", "noise status --json"])
        case .playNoise:
            SoundHelp(
                arguments: " [SOUND]", summary: "play a sound to fall asleep to",
                explanation: """
                    Plays SOUND alone, or else what played last, until it is stopped. An unknown name is answered
                    with those that there are. --volume is that of the whole; "mix set" has that of one sound.
                    """,
                examples: [
                    "noise play", "noise play pink --volume 50", "noise play rain --variant heavy",
                ])
        case .pauseNoise:
            SoundHelp(
                summary: "fade the sound out, and let the sleep timer run",
                explanation: "Fades the noise out until it is played again. A sleep timer goes on.",
                examples: ["noise pause"])
        case .stopNoise:
            SoundHelp(
                summary: "fade the sound out",
                explanation:
                    "Fades the noise out and ends its sleep timer. Alarms are not touched.",
                examples: ["noise stop"])
        case .toggleNoise:
            SoundHelp(
                summary: "pause what plays, or play what played last",
                explanation: "Pauses what plays; where nothing does, plays what played last.",
                examples: ["noise toggle"])
        case .nextNoise:
            SoundHelp(
                summary: "the next favourite, else the next sound",
                explanation: """
                    Plays the next favourite, as the noise button does; where there are none, the next sound of
                    the catalogue. Where nothing plays, plays what played last.
                    """,
                examples: ["noise next"])
        case .setNoiseVolume:
            SoundHelp(
                arguments: " 0-100", summary: "how loud the sound is",
                explanation: """
                    Sets how loud the noise is as a whole, now or the next time it plays. Alarms have their own
                    volume.
                    """,
                examples: ["noise volume 30"])
        case .previewNoise:
            SoundHelp(
                arguments: " SOUND", summary: "play \(preview) of a sound, then what played before",
                explanation: """
                    Plays \(preview) of SOUND, which may be an alarm tone, as loud as the noise, and goes back to what
                    was. An unknown name is answered with those that there are. Refused while an alarm rings.
                    """,
                examples: ["noise preview white", "noise preview rain --variant heavy"])
        case .endPreview:
            SoundHelp(
                summary: "end the preview",
                explanation: "Goes back to what played before the preview.",
                examples: ["noise preview-stop"])
        case .setFades:
            SoundHelp(
                summary: "how noise starts and ends",
                explanation: "Sets what is named and keeps the rest.",
                examples: [
                    "noise fade --in 2s --out 10s --shape equalPower", "noise fade --sleep 2m",
                ])
        case .setSleep: helpOfSleep
        default: nil
        }
    }

    private var helpOfSleep: SoundHelp {
        SoundHelp(
            arguments: " LENGTH|TIME|off", summary: "end the noise after a while, or at a time",
            explanation: """
                Ends the noise by a long fade, so that there is silence after LENGTH or at TIME. It touches
                nothing else. With "pause" it stands still, with "resume" it goes on, with "extend LENGTH" it
                gets longer, also while it fades, with "off" the noise plays on.

                  LENGTH  1s to 24h, such as 45m or 1h30m
                  TIME    the next 23:30 or 11:30pm
                """,
            examples: [
                "noise sleep 45m", "noise sleep 23:30 --start", "noise sleep extend 15m",
                "noise sleep pause", "noise sleep off",
            ])
    }

    private var helpOfMix: SoundHelp? {
        switch self {
        case .listMix:
            SoundHelp(
                summary: "what is in the mix, and the favourites",
                explanation: "Shows the sounds of the mix and all favourites.",
                examples: ["mix", "mix list --json"])
        case .addToMix:
            SoundHelp(
                arguments: " SOUND", summary: "add a sound to what plays",
                explanation: """
                    Adds SOUND to the mix and plays it; up to \(NoiseState.mixCapacity) sounds play at once. What is
                    set of a sound is remembered with it.
                    """,
                examples: ["mix add rain --variant heavy --volume 60", "mix add brown --pan -30"])
        case .setInMix:
            SoundHelp(
                arguments: " SOUND", summary: "how a sound is heard in a mix",
                explanation:
                    "Sets what is named of SOUND and keeps the rest, also while it is not in the mix.",
                examples: ["mix set rain --volume 40", "mix set thunder --pan 50"])
        case .removeFromMix:
            SoundHelp(
                arguments: " SOUND", summary: "take a sound out of the mix",
                explanation: "Takes SOUND out of the mix. With the last one it is silent.",
                examples: ["mix remove rain"])
        case .clearMix:
            SoundHelp(
                summary: "take all sounds out", explanation: "Empties the mix, and it is silent.",
                examples: ["mix clear"])
        case .saveMix:
            SoundHelp(
                arguments: " NAME", summary: "keep the mix as a favourite",
                explanation:
                    "Keeps the mix under NAME, in the place of a favourite that is called so.",
                examples: ["mix save Storm"])
        case .loadMix:
            SoundHelp(
                arguments: " NAME|CODE", summary: "play a favourite, or a mix's code",
                explanation: """
                    Plays the favourite called NAME, or the mix that CODE stands for, which "mix share" gave on this
                    clock or another. A mistyped code is refused, and so is one with a sound that is not here.
                    """,
                examples: ["mix load Storm"])
        case .renameMix:
            SoundHelp(
                arguments: " NAME NEW", summary: "call a favourite something else",
                explanation: "Gives the favourite NAME another name.",
                examples: ["mix rename Storm Gale"])
        case .deleteMix:
            SoundHelp(
                arguments: " NAME", summary: "forget a favourite",
                explanation: "Forgets the favourite. What plays goes on.",
                examples: ["mix delete Storm"])
        case .shareMix:
            SoundHelp(
                arguments: " [NAME]", summary: "the mix, or a favourite, as a short code",
                explanation: """
                    Prints a code that stands for the mix, or for the favourite NAME: sounds, variants, volumes, places
                    and seed. With "mix load CODE" another clock plays the same.
                    """,
                examples: ["mix share", "mix share Storm"])
        default: nil
        }
    }

    private var helpOfSounds: SoundHelp? {
        switch self {
        case .listSounds:
            SoundHelp(
                arguments: " [WORD]...", summary: "the sounds that there are",
                explanation:
                    "Lists noises and alarm tones with their ids, or those in which each WORD occurs.",
                examples: ["sound", "sound list --category nature"])
        case .searchSounds:
            SoundHelp(
                arguments: " WORD...", summary: "sounds by name, category and description",
                explanation: """
                    Lists the sounds in whose name, category, description or variants each WORD occurs. Capitals and
                    accents do not matter.
                    """,
                examples: ["sound search rain", "sound search nature water"])
        case .showSound:
            SoundHelp(
                arguments: " SOUND", summary: "all about one sound",
                explanation:
                    "Shows a sound's description and variants, and how it is heard in a mix.",
                examples: ["sound show rain"])
        case .renameSound:
            SoundHelp(
                arguments: " SOUND NAME", summary: "call a sound of your own something else",
                explanation: "Gives a sound of your own another name. Built-in ones keep theirs.",
                examples: ["sound rename cat \"Purring cat\""])
        case .deleteSound:
            SoundHelp(
                arguments: " SOUND", summary: "delete a sound of your own",
                explanation:
                    "Deletes a sound of your own. An alarm that has it rings with the built-in tone.",
                examples: ["sound delete cat"])
        case .importSound:
            SoundHelp(
                arguments: " FILE", summary: "make a sound of an audio file",
                explanation: """
                    Makes a sound of the audio file FILE, and calls it as the file is called or --name says. The file
                    is opened here, with your rights, and the clock gets it open: it opens no file by a name that
                    somebody gives. Another program does the same. It connects to the socket and calls sendmsg with the
                    file's descriptor (SCM_RIGHTS, see unix(7)) and the line

                      {"id": "1", "command": "sound.import", "name": "Rain"}

                    The descriptor comes with the line's first byte: one at a time, of a regular file of up to 4 GiB
                    that is open for reading. The reply comes when the sound is made.
                    """,
                examples: ["sound import purring.flac --name Cat"])
        case .listOutputs:
            SoundHelp(
                summary: "the sound devices that there are",
                explanation:
                    "Lists the sound devices by name, and says which are there and chosen.",
                examples: ["sound outputs"])
        case .setOutputs:
            SoundHelp(
                arguments: " set DEVICE", summary: "where sound comes out",
                explanation: """
                    Sets what is named and keeps the rest. "default" is the board's own order.

                      DEVICE  as "noiseclock sound outputs" shows it; a card by its id, never by number
                    """,
                examples: [
                    "sound output set plughw:CARD=DAC,DEV=0 --fallback plughw:CARD=vc4hdmi0,DEV=0",
                    "sound output set --alarm plughw:CARD=Speaker,DEV=0",
                    "sound output set default",
                ])
        default: nil
        }
    }
}
