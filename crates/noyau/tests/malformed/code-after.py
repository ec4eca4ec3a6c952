d = {0: []}
print(d)
