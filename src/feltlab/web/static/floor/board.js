// The floor's tables, live, with their orders.
import { ask } from "../felt/wire.js";
import "./login.js";
import { Live } from "./live.js";
import { takeOrders } from "./orders.js";
import { ready } from "./words.js";

const me = ask("/api/me").catch(() => {}); // in the demo this makes one a guest
takeOrders(new Live(document.querySelector("[data-live]"), me));
ready();
