import { didYouMean } from '@itinera/base';
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';

/** Lets every option and argument with choices answer a value that is none of them with the one that it most likely stands for. */
export function suggestChoices(command: Command): void {
  for (const given of [...command.options, ...command.registeredArguments]) suggest(given);
  for (const inner of command.commands) suggestChoices(inner);
}

function suggest(given: Option | Argument): void {
  const { argChoices: choices, parseArg } = given;
  if (choices === undefined || parseArg === undefined) return;
  given.argParser((word: string, before: unknown) => {
    if (!choices.includes(word))
      throw new InvalidArgumentError(
        `${didYouMean(word, choices).trimStart()} Allowed choices are ${choices.join(', ')}.`.trimStart(),
      );
    return parseArg.call(given, word, before as never);
  });
}
