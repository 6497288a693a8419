const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** 1284 → '1.284'. Above the cap, counting stopped: '10.000+'. */
export const countText = (count: number, cap = Number.POSITIVE_INFINITY) =>
  count > cap ? `${whole.format(cap)}+` : whole.format(count);
