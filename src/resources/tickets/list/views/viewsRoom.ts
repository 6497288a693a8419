const HAD = 'TICKETS.temVisoes';

/** Whether this browser's list had views last time: their tabs then find their place kept, and push nothing down. */
export const hadViews = () => localStorage.getItem(HAD) === '1';

export const rememberViews = (some: boolean) => localStorage.setItem(HAD, some ? '1' : '');
