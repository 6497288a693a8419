/*
 * Replaces the English grammar of react-admin (vite.config.ts), by which it names a resource or a field that has no label. Every
 * one has its label here, in Portuguese.
 */

const same = (text: string): string => text;

export const humanize = same;
export const inflect = same;
export const pluralize = same;
export const transform = same;
