import { type CustomerContact, contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import { useRoute } from '#data/useRoute.ts';

/** The types of contacts. The contact's current one stays selectable even when it is no longer offered. */
export function useContactTypes(contact: CustomerContact | null) {
  const { data = [] } = useRoute(contactRoutes.types, {}, { staleTime: 600_000 });
  const own = contact?.tipo ? [{ id: contact.tipo, desc: contact.tipoDesc }] : [];
  const addedTypes = own.filter(({ id }) => !data.some((each) => each.id === id));
  return [...addedTypes, ...data].map(({ id, desc }) => ({ value: id, label: desc }));
}
