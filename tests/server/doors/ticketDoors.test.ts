import { knowEveryWrite } from './doorsOf.ts';
import { type DoorTable, TICKET_RULES } from './doorTable.ts';
import { tryEveryDoor } from './everyDoor.ts';
import { colleagueDoors } from './tickets/colleagueDoors.ts';
import { endedTickets } from './tickets/endedDoors.ts';
import { goodsOfTickets } from './tickets/goodsDoors.ts';
import { stepDoors } from './tickets/stepDoors.ts';
import { openTicketWorld, type TicketWorld } from './tickets/ticketWorld.ts';
import { DOOR_OF_TICKETS, TICKET_NOUNS } from './tickets/ticketWrites.ts';
import { warrantyDoors } from './tickets/warrantyDoors.ts';

const TABLE: DoorTable<keyof typeof TICKET_RULES, TicketWorld> = {
  ...colleagueDoors,
  ...warrantyDoors,
  ...goodsOfTickets,
  ...endedTickets,
  ...stepDoors,
};

knowEveryWrite(TICKET_NOUNS, DOOR_OF_TICKETS, TABLE);
tryEveryDoor({
  rules: TICKET_RULES,
  table: TABLE,
  open: openTicketWorld,
  close: (world) => world.close(),
});
