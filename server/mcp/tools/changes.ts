import {
  addItemToGroupEndpoint,
  createGroupEndpoint,
  removeItemFromGroupEndpoint,
  updateGroupEndpoint,
} from "@/server/api/endpoints/groups";
import { createItemEndpoint, invalidateItemEndpoint, updateItemEndpoint } from "@/server/api/endpoints/items";
import { changing } from "../changing";

const createItem = changing({
  name: "create_item",
  title: "Create an item",
  description: "Registers one physical object under the content of its code. Only `identifier` is required.",
  endpoint: createItemEndpoint,
  destructive: false,
  // The second call is refused: identifiers are unique.
  idempotent: true,
});

const updateItem = changing({
  name: "update_item",
  title: "Update an item",
  description:
    "Omitted fields stay as they are, null clears a field. `data` and `verificationinfos` are replaced as a whole: read the item first, and send all that is to stay.",
  endpoint: updateItemEndpoint,
  ids: { id: "identifier" },
  destructive: true,
  // Each call sends an event.
  idempotent: false,
});

const invalidateItem = changing({
  name: "invalidate_item",
  title: "Invalidate an item",
  description:
    "For an object that is lost, stolen or destroyed. It cannot be undone: the item takes no further change, and everyone who scans it sees that it is invalid. Ask the person first.",
  endpoint: invalidateItemEndpoint,
  ids: { id: "identifier" },
  destructive: true,
  idempotent: true,
});

const createGroup = changing({
  name: "create_group",
  title: "Create a group",
  description: "A group holds what its items share: a model, a batch, a collection. All fields are optional.",
  endpoint: createGroupEndpoint,
  destructive: false,
  idempotent: false,
});

const updateGroup = changing({
  name: "update_group",
  title: "Update a group",
  description:
    "Changes what all items of a group show. Omitted fields stay as they are, null clears a field. `data` and `verificationinfos` are replaced as a whole: read the group first, and send all that is to stay.",
  endpoint: updateGroupEndpoint,
  ids: { id: "id" },
  destructive: true,
  idempotent: false,
});

const addToGroup = changing({
  name: "add_item_to_group",
  title: "Add an item to a group",
  description: "An item is in one group at most: remove it from its group first.",
  endpoint: addItemToGroupEndpoint,
  ids: { idgroup: "group", iditem: "identifier" },
  destructive: false,
  idempotent: true,
});

const removeFromGroup = changing({
  name: "remove_item_from_group",
  title: "Remove an item from a group",
  description: "The item stays, in no group, and shows its own title, image and data again.",
  endpoint: removeItemFromGroupEndpoint,
  ids: { idgroup: "group", iditem: "identifier" },
  destructive: true,
  idempotent: true,
});

/** Tools that change, for tokens with the scope `assistants:write`. */
export const changeTools = [
  createItem,
  updateItem,
  invalidateItem,
  createGroup,
  updateGroup,
  addToGroup,
  removeFromGroup,
];
