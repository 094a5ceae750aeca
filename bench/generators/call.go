// Lists hazards as the generated client of oapi-codegen does, with and without `fields`.
package main

import (
	"context"
	"net/http"
	"os"

	"example.org/generated/api"
)

func list(fields *[]api.ListHazardsParamsFields) api.SparseHazard {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	client, err := api.NewClientWithResponses(os.Getenv("BASE"), api.WithRequestEditorFn(bearer))
	if err != nil {
		panic(err)
	}
	limit := 2
	params := &api.ListHazardsParams{Limit: &limit, XCompanyContext: os.Getenv("COMPANY"), Fields: fields}
	answer, err := client.ListHazardsWithResponse(context.Background(), params)
	if err != nil {
		panic(err)
	}
	if answer.JSON200 == nil || len(answer.JSON200.Data) != 2 {
		panic(answer.Status())
	}
	return answer.JSON200.Data[0]
}

func main() {
	whole, sparse := list(nil), list(&[]api.ListHazardsParamsFields{"title", "dueDate"})
	if whole.Status == nil || sparse.Status != nil || *whole.Title != *sparse.Title {
		panic("the fields are not those that were asked for")
	}
}
