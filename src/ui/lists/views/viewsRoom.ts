const had = (list: string) => `${list.toUpperCase()}.temVisoes`;

/** Whether this browser's list had views last time: their tabs then find their place kept, and push nothing down. */
export const hadViews = (list: string) => localStorage.getItem(had(list)) === '1';

export const rememberViews = (list: string, some: boolean) =>
  localStorage.setItem(had(list), some ? '1' : '');
