import ClockTime
import Control

/// The scripts that make a shell ask this program for completions.
enum CompletionScript: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The line that means "a file name".
    static let files = ":files"

    var text: String {
        switch self {
        case .bash:
            // Bash also splits words at ":" and "=". So the script splits the line itself, and strips from each
            // candidate what precedes the last piece of the word.
            #"""
            _noiseclock() {
                local line=${COMP_LINE:0:COMP_POINT} words word typed=${COMP_WORDS[COMP_CWORD]}
                read -ra words <<<"$line"
                [[ $line == *[[:space:]] ]] && words+=("")
                local start=${words[-1]%"$typed"}
                COMPREPLY=()
                while IFS= read -r word; do
                    if [[ $word == :files ]]; then
                        compopt -o default
                        return
                    fi
                    word=${word%%$'\t'*}
                    COMPREPLY+=("$(printf '%q' "${word#"$start"}")")
                done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
            }
            complete -F _noiseclock noiseclock

            """#
        case .zsh:
            // If the file is found in a folder of fpath, it is the function's body, and the first call needs an answer.
            #"""
            #compdef noiseclock
            _noiseclock() {
                local line
                local -a found
                for line in "${(@f)$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                    if [[ $line == :files ]]; then
                        _files
                        return
                    fi
                    [[ -n $line ]] && found+=("${${line//:/\\:}/$'\t'/:}")
                done
                _describe noiseclock found
            }
            if [[ ${funcstack[1]-} == _noiseclock ]]; then
                _noiseclock "$@"
            else
                compdef _noiseclock noiseclock
            fi

            """#
        case .fish:
            #"""
            function __noiseclock_complete
                set -l words (commandline -opc)
                set -l found ($words[1] complete $words[2..-1] (commandline -ct) 2>/dev/null)
                if test "$found" = :files
                    __fish_complete_path (commandline -ct)
                else
                    printf '%s\n' $found
                end
            end
            complete -c noiseclock -f -a '(__noiseclock_complete)'

            """#
        }
    }

    static let words = "completion"
    static let question = "complete"

    static let command = OwnCommand(
        usages: ["completion bash|zsh|fish"], usage: "completion bash|zsh|fish",
        summary: "Print a script for completion in your shell",
        explanation: """
            Prints a script with which your shell completes commands, options and values, and the names that the
            clock knows. The Debian package installs it for you.
            """,
        examples: [
            "source <(noiseclock completion bash)",
            "noiseclock completion zsh > ~/.zfunc/_noiseclock",
            "noiseclock completion fish > ~/.config/fish/completions/noiseclock.fish",
        ])

    /// The output of `noiseclock completion SHELL`.
    static func text(_ arguments: ArraySlice<String>) throws(UsageError) -> String {
        guard let word = arguments.first, word != "--help", word != "-h" else {
            return command.text(to: ClientHelp.standardWidth)
        }
        guard let script = CompletionScript(rawValue: word), arguments.count == 1 else {
            throw UsageError(
                message:
                    "I don't know the shell \(Spelling.quoted(arguments.joined(separator: " "))). "
                    + "Give bash, zsh or fish.", topic: [words])
        }
        return script.text
    }
}
