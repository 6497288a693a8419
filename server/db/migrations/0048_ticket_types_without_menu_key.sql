ALTER TABLE "ticket_types" DROP CONSTRAINT "ticket_types_menu_key_ticket_menus_key_fk";
--> statement-breakpoint
ALTER TABLE "ticket_types" DROP COLUMN "menu_key";