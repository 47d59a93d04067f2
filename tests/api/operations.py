from api.urls import urlpatterns

METHODS = ("get", "post", "put", "patch", "delete")
OPERATIONS = {
    f"{method.upper()} {route.name}": getattr(route.callback.view_class, method)
    for route in urlpatterns
    for method in METHODS
    if hasattr(route.callback.view_class, method)
}
