class User:
    name = ""

    def greet(self):
        return "Hello, " + self.name
