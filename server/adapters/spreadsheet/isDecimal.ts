/** An exact decimal as the wire carries it. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
