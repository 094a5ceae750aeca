"""Lists hazards as the generated client of openapi-python-client does, with and without `fields`."""

import os

from client import AuthenticatedClient
from client.api.hazards import list_hazards
from client.models.list_hazards_fields_item import ListHazardsFieldsItem

client = AuthenticatedClient(base_url=os.environ["BASE"], token=os.environ["TOKEN"])
company = os.environ["COMPANY"]
whole = list_hazards.sync(client=client, x_company_context=company, limit=2)
assert len(whole.data) == 2 and whole.data[0].status, whole
fields = [ListHazardsFieldsItem("title"), ListHazardsFieldsItem("dueDate")]
sparse = list_hazards.sync(client=client, x_company_context=company, limit=2, fields=fields)
assert whole.data[0].title == sparse.data[0].title and "status" not in sparse.data[0].to_dict(), sparse
