"""A bot that counts who greets it, and goes on counting when it is started again."""


class CounterHandler:
    def usage(self):
        return "Greet it."

    def handle_message(self, message, bot_handler):
        try:
            count = bot_handler.storage.get("count")
        except KeyError:
            count = 0
        bot_handler.storage.put("count", count + 1)
        bot_handler.send_reply(message, f"greeting {count + 1}")


handler_class = CounterHandler
