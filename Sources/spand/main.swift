print("spand")
