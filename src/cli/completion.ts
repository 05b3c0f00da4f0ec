// `completion`: prints a script that completes commands, options and their values in a shell. It is made from the commands
// themselves, so that it has every one of them.
import { Argument, type Command } from 'commander';
import type { Terminal } from './terminal.js';

interface Word {
  readonly text: string;
  readonly about: string;
}

/** The words that can follow one command, or one option that takes a value: none if the value is free. */
interface Place {
  /** Each word with a space before it: ` users add`, ` users add --role`. */
  readonly after: string;
  readonly words: readonly Word[];
}

const valuesOf = ({ argChoices = [] }: { readonly argChoices?: readonly string[] | undefined }): readonly Word[] =>
  argChoices.map((text) => ({ text, about: '' }));

function placesIn(command: Command, after = ''): readonly Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const words = [
    ...commands.map((sub) => ({ text: sub.name(), about: sub.description() })),
    ...command.registeredArguments.flatMap(valuesOf),
    ...options.map(({ long, short, description }) => ({ text: long ?? short ?? '', about: description })),
  ];
  const values = options
    .filter(({ required, optional }) => required || optional)
    .map((option) => ({ after: `${after} ${option.long}`, words: valuesOf(option) }));
  return [{ after, words }, ...values, ...commands.flatMap((sub) => placesIn(sub, `${after} ${sub.name()}`))];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** One branch per place, for the shells that share their syntax. */
const branches = (places: readonly Place[], branch: (words: readonly Word[]) => string): string =>
  places.map(({ after, words }) => `    ${quoted(after)}) ${branch(words)} ;;`).join('\n');

/** Follows the words before the cursor: a command leads to its own words, an option to its values. */
const followWords = (words: string): string => `local after='' option='' word
  for word in ${words}; do
    if [[ -n $option ]]; then option=''
    elif ! _almanac_words "$after $word" > /dev/null; then continue
    elif [[ $word == -* ]]; then option=" $word"
    else after+=" $word"
    fi
  done`;

/** Without names of files (-f) where there is something else to complete than options. */
const fishLines = ({ after, words }: Place): readonly string[] =>
  words.map(({ text, about }) => {
    const files = text.startsWith('-') ? '' : ' -f';
    return `complete -c almanac${files} -n ${quoted(`__almanac_at '${after}'`)} -a ${text} -d ${quoted(about)}`;
  });

const scripts = {
  bash: (places: readonly Place[]) => `# bash completion of almanac
_almanac_words() {
  case "$1" in
${branches(places, (words) => `echo ${quoted(words.map(({ text }) => text).join(' '))}`)}
    *) return 1 ;;
  esac
}
_almanac() {
  ${followWords(`"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  COMPREPLY=($(compgen -W "$(_almanac_words "$after$option")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _almanac almanac`,

  zsh: (places: readonly Place[]) => `#compdef almanac
_almanac_words() {
  case "$1" in
${branches(places, (words) => `found=(${words.map(({ text, about }) => quoted(`${text}:${about}`)).join(' ')})`)}
    *) return 1 ;;
  esac
}
_almanac() {
  local -a found
  ${followWords(`"\${(@)words[2,CURRENT-1]}"`)}
  _almanac_words "$after$option"
  if [[ $PREFIX == -* ]]; then
    _describe -o option found
  else
    found=("\${(@)found:#-*}")
    _describe command found || _files
  fi
}
# The file is read as the function itself from a folder of functions, and as a script otherwise.
if [[ \${funcstack[1]} == _almanac ]]; then _almanac "$@"; else compdef _almanac almanac; fi`,

  fish: (places: readonly Place[]) => `# fish completion of almanac
set -g __almanac_places ${places.map(({ after }) => quoted(after)).join(' ')}
function __almanac_at
  set -l after ''
  set -l option ''
  for word in (commandline -opc)[2..-1]
    if test -n "$option"
      set option ''
    else if contains -- "$after $word" $__almanac_places
      if string match -q -- '-*' $word
        set option " $word"
      else
        set after "$after $word"
      end
    end
  end
  test "$after$option" = "$argv[1]"
end
${places.flatMap(fishLines).join('\n')}`,
} as const;

type Shell = keyof typeof scripts;

export function completionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  almanac completion bash > ~/.local/share/bash-completion/completions/almanac
  almanac completion zsh > ~/.zfunc/_almanac     a folder of fpath in ~/.zshrc, before compinit
  almanac completion fish > ~/.config/fish/completions/almanac.fish`,
    )
    .action((shell: Shell) => terminal.print(scripts[shell](placesIn(program))));
}
