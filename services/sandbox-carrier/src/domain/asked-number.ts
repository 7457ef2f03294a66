import { SCENARIO_NAMES, type ScenarioName } from './scenarios.js';

/** A number that names a scenario. Equal `number`s are one journey, however they were written. */
export type AskedNumber = { number: string; scenario: ScenarioName; suffix: string };

const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** As people write numbers, to as they are compared: callers drop hyphens and spaces on their own. */
export const normalisedNumber = (text: string): string => text.trim().toUpperCase().replace(/[\s\-./]/g, '');

const WORDS = SCENARIO_NAMES.map((scenario) => ({ scenario, word: bare(scenario) }));

export const askedNumber = (text: string): AskedNumber | null => {
  const number = normalisedNumber(text);
  const known = WORDS.find(({ word }) => number.startsWith(word));
  return known ? { number, scenario: known.scenario, suffix: number.slice(known.word.length) } : null;
};
