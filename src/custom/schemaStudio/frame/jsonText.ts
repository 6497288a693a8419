import type { Content } from '../editorProps.ts';

export const jsonText = (content: unknown): string => JSON.stringify(content, null, 2);

/** The object that a text holds; null while it is none. */
export function contentOf(text: string): Content | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : null;
  } catch {
    return null;
  }
}
