// The floor's tables, live, with their orders.
import { ask } from "../felt/wire.js";
import { Live } from "./live.js";
import { leaveOnRequest } from "./login.js";
import { takeOrders } from "./orders.js";

await ask("/api/me").catch(() => {}); // in the demo this makes one a guest
takeOrders(new Live(document.querySelector("[data-live]")));
leaveOnRequest();
