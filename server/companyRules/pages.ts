/** The pages of the console with the records of an entity. */
const PAGES: Readonly<Record<string, (id: number) => string>> = {
  tickets: (id) => `/tickets/${id}`,
  pedidos: (id) => `/pedidos/${id}`,
  agendas: (id) => `/agendas/${id}`,
  clientes: (id) => `/clientes/${id}`,
};

export const pageOf = (entity: string, id: number): string | null =>
  Object.hasOwn(PAGES, entity) ? (PAGES[entity]?.(id) ?? null) : null;
